import { answerDeclared } from './answer-declared.ts';
import type { DeclaredNode } from './declared-nodes.ts';
import type { PageSetting } from './extraction-page.ts';
import type { Answer } from './item-builder.ts';
import type { Field } from './schema-fields.ts';

/** Types that are declared for the site or for search engines on any page. */
const furniture =
  /^(?:WebSite|WebPage|BreadcrumbList|ListItem|ImageObject|SearchAction|SiteNavigationElement|WP\w+|ReadAction|EntryPoint|Corporation|NewsMediaOrganization|CollectionPage|ItemPage|ItemList|AboutPage|ContactPage|OfferCatalog|FAQPage|QAPage|SearchResultsPage|ProfilePage|MedicalWebPage|SpeakableSpecification|Question|Answer|Comment|UserComments)$/;
/** The subject of a contact page, and the publisher on other pages. */
const parties =
  /^(?:Organization|Person|LocalBusiness|Store|\w*Organization|Restaurant|PostalAddress|Place)$/;

/** `ComedyEvent` is of the family `Event`, `NewsArticle` of `Article`. */
const familyOf = (type: string): string => /[A-Z][a-z]+$/.exec(type)?.[0] ?? type;

interface Judged {
  readonly node: DeclaredNode;
  readonly answers: readonly Answer[];
  readonly score: number;
}

const isSpecific = ({ field }: Answer): boolean => field.concept?.generic !== true;

function judge(node: DeclaredNode, fields: readonly Field[], setting: PageSetting): Judged {
  const answers = answerDeclared(node, fields, setting);
  const telling = answers.filter(isSpecific).length;
  const generic = answers.length - telling;
  const wanted = fields.filter(({ concept }) => concept?.generic !== true).length;
  const isFurniture = node.types.every((type) => furniture.test(type));
  const isParty = node.types.some((type) => parties.test(type));
  const minTelling = Math.min(isParty ? 2 : 1, wanted);
  const score = isFurniture || telling < minTelling ? 0 : telling + generic * 0.3;
  return { node, answers, score };
}

/** Peers may lack a field or two of the best one. */
const minPeerShare = 0.5;
const maxPeers = 500;

/** The declared things that answer the fields best: of one type, in the order declared. */
export function declaredItems(
  nodes: readonly DeclaredNode[],
  fields: readonly Field[],
  setting: PageSetting,
): readonly (readonly Answer[])[] {
  const judged = nodes.map((node) => judge(node, fields, setting)).filter(({ score }) => score > 0);
  const best = judged.reduce<Judged | undefined>(
    (top, one) => (top === undefined || one.score > top.score ? one : top),
    undefined,
  );
  if (best === undefined) return [];
  const types = new Set(best.node.types.map(familyOf));
  const peers = judged.filter(
    ({ node, score }) =>
      score >= best.score * minPeerShare && node.types.some((type) => types.has(familyOf(type))),
  );
  return distinct(peers.length === 0 ? [best] : peers).map(({ answers }) => answers);
}

interface Facts {
  readonly one: Judged;
  readonly name: string | undefined;
  readonly byField: ReadonlyMap<Field, string>;
}

function factsOf(one: Judged): Facts {
  const byField = new Map(one.answers.map(({ field, values }) => [field, JSON.stringify(values[0]?.value)]));
  const named = one.answers.find(({ field }) => field.concept?.kind === 'name');
  return { one, name: named === undefined ? undefined : byField.get(named.field), byField };
}

const isPartOf = ({ name, byField }: Facts, other: Facts): boolean =>
  name !== undefined &&
  name === other.name &&
  [...byField].every(([field, value]) => other.byField.get(field) === value);

/** A thing declared twice, in two syntaxes or as its page and itself, is kept in its fuller form. */
function distinct(judged: readonly Judged[]): readonly Judged[] {
  const facts = judged.slice(0, maxPeers).map(factsOf);
  return facts
    .filter(
      (one, at) =>
        !facts.some(
          (other, place) => place !== at && isPartOf(one, other) && (place < at || !isPartOf(other, one)),
        ),
    )
    .map(({ one }) => one);
}
