import { describe } from 'vitest';

import { follows } from './follows.ts';

describe('prices', () => {
  follows([
    [
      'in boxes are written as they are read to people',
      '<div role="text" aria-label="$549.00"><span aria-hidden="true"><price><sign>$</sign><dollars>549</dollars><cents>.00</cents></price></span></div>',
      '$549.00',
    ],
    [
      'with a stressed amount or raised cents are one text, without the dash of an empty range',
      '<div class="price">$<strong>649</strong><sup>.99</sup> <span><abbr title="to">–</abbr></span></div><div><span class="item-price">$<b>12</b><sup>99</sup></span></div><p class="price">12<sup>99</sup> €</p><p class="price">€ <b>1.299</b><sup>50</sup></p><p class="price">1.299<sup>00</sup> €</p><p class="price"><sup>$</sup><b>8</b><sup>50</sup></p><p class="price">€ <b>7</b>,<sup>50</sup></p>',
      '$649.99\n\n$12.99\n\n12,99 €\n\n€ 1.299,50\n\n1.299,00 €\n\n$8.50\n\n€ 7,50',
    ],
    [
      'keep the marks of notes, what is stressed as a whole, and what else is in their element',
      [
        '<div class="price">$49<sup>1</sup></div><div class="price">€<b>49</b><sup>2</sup></div>',
        '<div class="price"><strong>$12.99</strong></div><div class="price-note">from $<b>5</b> on</div>',
        '<div class="price"><div><b>$12</b></div><div>50</div></div>',
        '<div class="price"><a href="https://a.example/buy">$<b>12</b><sup>99</sup></a></div>',
        '<div class="price"><s>$<b>8</b>.00</s></div>',
        '<div class="price"><b>6</b> <span>15,00 €</span></div><div class="price"><strong>$20</strong> <span>24</span></div>',
        '<div class="price">$<b>12</b><small>99</small></div>',
        `<div class="price">$<b>12</b>${' '.repeat(45)}<span>per month, plus a fee of $99</span></div>`,
      ].join(''),
      '$49¹\n\n€**49**²\n\n**$12.99**\n\nfrom $**5** on\n\n**$12**\n\n50\n\n[$**12**⁹⁹](https://a.example/buy)\n\n~~$**8**.00~~\n\n**6** 15,00 €\n\n**$20** 24\n\n$**12**99\n\n$**12** per month, plus a fee of $99',
    ],
    [
      'whose whole and fraction are boxes with such names are one text',
      '<div class="price-table__price"><span>$</span><span class="price-table__integer-part">39</span><div class="price-table__after-price"><span class="price-table__fractional-part">99</span></div><span>Monthly</span></div><div class="price"><div class="price__symbol">€</div><div class="price__integer">17</div><div class="price__fraction">62</div></div><p><span class="integer">997</span><span class="fractional">50</span> <span>€</span></p><p><span class="integer">9</span><span class="digits">50</span></p>',
      '$39.99 Monthly\n\n€17.62\n\n997,50 €\n\n950',
    ],
    [
      'whose whole or fraction is struck out, a link or hidden stay as they are, and so do numbers without a sign or the name of a price',
      [
        '<p><span class="price-whole"><del>12</del></span><span class="price-fraction"><del>99</del></span><span>€</span> now 9 €</p>',
        '<p><span class="price-whole"><a href="https://a.example/buy">12</a></span><span class="price-fraction">99</span><span>€</span></p>',
        '<p><span class="price-whole">12</span><span class="price-fraction" style="display:none">99</span> €</p>',
        '<p><span class="whole">5</span><span class="fraction">12</span> cups</p>',
      ].join(''),
      '~~1299~~€ now 9 €\n\n[12](https://a.example/buy)99€\n\n12 €\n\n512 cups',
    ],
    [
      'whose whole and fraction are boxes beside a sign in the text are one text, too',
      '<p>€ <span class="integer">12</span><span class="decimals">50</span></p><p><span class="integer">12</span><span class="decimals">50</span> €</p><p class="price"><span class="integer">12</span><span class="decimals">50</span></p>',
      '€ 12.50\n\n12,50 €\n\n12.50',
    ],
    [
      'of a range are not said twice',
      '<p><span>$20</span> <span aria-hidden="true">–</span> <span>$35</span><span class="sr-only">Price range: $20 through $35</span></p><p><span>$20</span><span class="sr-only">Two for $20 and three for $30</span></p>',
      '$20 – $35\n\n$20 Two for $20 and three for $30',
    ],
    [
      'before a reduction are struck out by the names of shops for them, where another stands beside',
      '<p><span class="regular-price">$60</span> <span class="current-price">$40</span></p><p><span class="regular-price">$60</span> <span class="special-price"></span><span class="sale-price" style="display:none">$0</span></p><p><span class="regular-price">$60</span> <span class="discount-price">Members save 5%</span></p><p><span class="current-price regular-price">$60</span> <span class="current-price">$50</span></p><div><div class="price-table__original-price">$60</div><div>$40</div></div>',
      '~~$60~~ $40\n\n$60\n\n$60 Members save 5%\n\n$60 $50\n\n~~$60~~\n\n$40',
    ],
    [
      'in boxes stay struck out',
      '<div>$549.00 <span role="text" aria-label="$600"><s aria-hidden="true">$600</s></span></div>',
      '$549.00 ~~$600~~',
    ],
    [
      'before a reduction are struck out, also by a class, and stand apart from the others',
      '<p><span class="line-through">$499</span> <span>$199</span></p><div><span>$7</span><span class="x text-decoration-line-through">$9</span><span>2 off</span></div><p><span class="Strike">$5</span><span class="striker">$4</span></p>',
      '~~$499~~ $199\n\n$7 ~~$9~~ 2 off\n\n~~$5~~ $4',
    ],
    [
      'that are named as the original or old ones are struck out beside others only',
      '<div><span class="price-original">$100</span> <span class="price">$90</span></div><div><span class="price price--rrp">$80</span> <span class="price">$75</span></div><div><p>Desk</p><p><span class="original-price">From $70</span></p></div>',
      '~~$100~~ $90\n\n~~$80~~ $75\n\nDesk\n\nFrom $70',
    ],
  ]);
});
