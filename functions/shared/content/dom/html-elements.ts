export const nameSet = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements of a line of text: those of the HTML standard's chapter on text-level semantics, and older ones. */
export const textLevelNames =
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark math nobr output q rb rt ruby s samp ' +
  'slot small span strike strong sub sup time tt u var wbr';

// Element classes of the HTML standard, named as in its parsing chapter.

export const voidElements = nameSet(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);

/** Elements that belong to `head` before the body has begun. */
export const headElements = nameSet(
  'base basefont bgsound link meta noframes noscript script style template title',
);

/** Start tags that end an open paragraph. */
export const paragraphEnders = nameSet(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary ul xmp',
);

/** From the highest level down. */
export const headingNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

export const headings: ReadonlySet<string> = new Set(headingNames);

/** Elements whose text is bold already. */
export const boldNames: ReadonlySet<string> = new Set([...headingNames, 'strong', 'b', 'th']);

export const formattingElements = nameSet('a b big code em font i nobr s small strike strong tt u');

export const impliedEndElements = nameSet('dd dt li optgroup option p rb rp rt rtc');

export const specialElements = nameSet(
  'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup ' +
    'dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes ' +
    'noscript object ol p param plaintext pre script search section select source style summary table tbody td ' +
    'template textarea tfoot th thead title tr track ul wbr xmp foreignobject desc mi mo mn ms mtext annotation-xml',
);

const scopeBoundary =
  'applet caption html table td th marquee object template foreignobject desc mi mo mn ms mtext annotation-xml';
export const scope = nameSet(scopeBoundary);
export const buttonScope = nameSet(`${scopeBoundary} button`);
export const listItemScope = nameSet(`${scopeBoundary} ol ul`);
export const tableScope = nameSet('html table template');

/** Elements that hide the formatting opened outside of them. */
export const formattingBoundaries = nameSet('applet caption marquee object td template th');

export const tableStructure = nameSet('caption col colgroup tbody td tfoot th thead tr');
/** As the current node, these take no content: it is moved before the table. */
export const tableContext = nameSet('table tbody tfoot thead tr');
export const tableSections = nameSet('tbody tfoot thead');
export const tableCells = nameSet('td th');

/** End tags that close everything opened inside the element. */
export const closingBlocks = nameSet(
  'address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer ' +
    'header hgroup listing main menu nav ol pre search section summary ul',
);

/** HTML start tags that end SVG or MathML. */
export const foreignBreakouts = nameSet(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu ' +
    'meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
);
