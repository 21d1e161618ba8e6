const words =
  'orchard harvest market honey morning keeper basket river window summer letter garden bread village apple road evening bridge winter stone'.split(
    ' ',
  );

/** A row of numbers that looks random and is always the same (Park and Miller's generator). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
}

const sections: readonly ((next: () => number, number: number) => string)[] = [
  (next) =>
    `<p>${sentence(next, 60)} <a href="/notes/${next() % 500}">${sentence(next, 4)}</a>, <em>${sentence(next, 3)}</em>. ${sentence(next, 40)}.</p>`,
  (next) =>
    `<p>${sentence(next, 90)}. <strong>${sentence(next, 5)}</strong> ${sentence(next, 30)} <code>${sentence(next, 2)}</code>.</p>`,
  (next) => `<ul>${Array.from({ length: 6 }, () => `<li>${sentence(next, 12)}</li>`).join('')}</ul>`,
  (next) =>
    `<table><thead><tr><th>Name</th><th>Weight</th><th>Price</th></tr></thead><tbody>${Array.from({ length: 8 }, () => `<tr><td>${sentence(next, 2)}</td><td>${next() % 900}</td><td>${next() % 90}.${next() % 10}0</td></tr>`).join('')}</tbody></table>`,
  (next, number) =>
    `<div class="highlight"><pre><code class="language-js"><span class="k">const</span> value${number} = <span class="s">'${sentence(next, 3)}'</span>;\n<span class="k">return</span> value${number};\n</code></pre></div>`,
  (next, number) =>
    `<figure><img src="/images/${number}.jpg" alt="${sentence(next, 4)}" width="640" height="480"><figcaption>${sentence(next, 9)}</figcaption></figure>`,
  (next) => `<blockquote><p>${sentence(next, 35)}.</p></blockquote>`,
];

function sentence(next: () => number, length: number): string {
  const text = Array.from({ length }, () => words[next() % words.length]).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const navigation = Array.from(
  { length: 24 },
  (_, at) => `<li class="menu-item"><a href="/section/${at}">Section ${at}</a></li>`,
).join('');

const sidebar = Array.from(
  { length: 10 },
  (_, at) =>
    `<div class="card"><a href="/more/${at}"><h4>Other story ${at}</h4></a><span class="date">${at + 1} May</span></div>`,
).join('');

/** A page of an article in its site's frame: menu, sidebar, footer. About as many bytes as asked for. */
export function sizedPage(bytes: number): string {
  const next = sequence(7);
  const chunks = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The orchard year - Village news</title><meta name="description" content="${sentence(next, 20)}"><style>.a{color:red}</style><script>window.page = 1;</script></head>`,
    `<body><header class="site-header"><nav><ul>${navigation}</ul></nav></header><div class="layout"><main><article class="post"><h1>The orchard year</h1>`,
  ];
  let length = chunks.join('').length + sidebar.length;
  for (let number = 0; length < bytes; number += 1) {
    const section = sections[number % sections.length];
    const html =
      (number % 9 === 0 ? `<h2 id="part-${number}">Part ${number} ${sentence(next, 3)}</h2>` : '') +
      (section?.(next, number) ?? '');
    chunks.push(html);
    length += html.length;
  }
  chunks.push(
    `</article></main><aside class="sidebar">${sidebar}</aside></div><footer class="site-footer"><p>© Village news</p><ul>${navigation}</ul></footer></body></html>`,
  );
  return chunks.join('\n');
}
