import { answerDeclared } from './answer-declared.ts';
import type { DeclaredNode, DeclaredThing } from './declared-nodes.ts';
import type { DeclaredSyntax, PageSetting } from './extraction-page.ts';
import type { Answer } from './item-builder.ts';
import type { Field } from './schema-fields.ts';

/** Types that are declared for the site or for search engines on any page. */
const furniture =
  /^(?:WebSite|WebPage|BreadcrumbList|ListItem|ImageObject|SearchAction|SiteNavigationElement|WP\w+|ReadAction|EntryPoint|Corporation|NewsMediaOrganization|CollectionPage|ItemPage|ItemList|AboutPage|ContactPage|OfferCatalog|FAQPage|QAPage|SearchResultsPage|ProfilePage|MedicalWebPage|SpeakableSpecification|Question|Answer|Comment|UserComments)$/;
/** The subject of a contact page, and the publisher on other pages. */
const parties =
  /^(?:Organization|Person|LocalBusiness|Store|\w*Organization|Restaurant|PostalAddress|Place)$/;

const texts = /(?:Article|(?<!Job)Posting|Report|Review|Guide|CreativeWork)$/;

/** `ComedyEvent` is of the family `Event`, `NewsArticle` of `Article`. */
const familyOf = (type: string): string => /[A-Z][a-z]+$/.exec(type)?.[0] ?? type;

export interface DeclaredItem {
  /** In lower case; '' for a thing without a name. Also where no field asks for it. */
  readonly name: string;
  readonly syntax: DeclaredSyntax;
  readonly answers: readonly Answer[];
  /** Whether its name is what the page is about: not for a text, whose headline is, nor for whoever publishes it. */
  readonly isThing: boolean;
}

interface Judged extends DeclaredItem {
  readonly node: DeclaredNode;
  readonly score: number;
}

const folded = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '');

export const nameIn = (answers: readonly Answer[]): string =>
  folded(answers.find(({ field }) => field.concept?.kind === 'name')?.values[0]?.value);

/** The name that a node declares, as `DeclaredItem` has it. */
export const nameOfNode = ({ properties }: DeclaredNode): string => folded(properties.get('name')?.[0]);

const isSpecific = ({ field }: Answer): boolean => field.concept?.generic !== true;

function judge(node: DeclaredThing, fields: readonly Field[], setting: PageSetting): Judged {
  const answers = answerDeclared(node, fields, setting);
  const telling = answers.filter(isSpecific).length;
  const generic = answers.length - telling;
  const wanted = fields.filter(({ concept }) => concept?.generic !== true).length;
  const isFurniture = node.types.every((type) => furniture.test(type));
  const isParty = node.types.some((type) => parties.test(type));
  const minTelling = Math.min(isParty ? 2 : 1, wanted);
  const score = isFurniture || telling < minTelling ? 0 : telling + generic * 0.3;
  const isThing = !isParty && !node.types.some((type) => texts.test(type));
  return { node, name: nameIn(answers) || nameOfNode(node), syntax: node.syntax, answers, isThing, score };
}

/** Peers may lack a field or two of the best one. */
const minPeerShare = 0.5;
const maxPeers = 500;

/** The declared things that answer the fields best: of one type, in the order declared. */
export function declaredItems(
  nodes: readonly DeclaredThing[],
  fields: readonly Field[],
  setting: PageSetting,
): readonly DeclaredItem[] {
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
  return distinct(peers.length === 0 ? [best] : peers);
}

interface Facts {
  readonly one: Judged;
  readonly byField: ReadonlyMap<Field, string>;
}

function factsOf(one: Judged): Facts {
  const byField = new Map(one.answers.map(({ field, values }) => [field, JSON.stringify(values[0]?.value)]));
  return { one, byField };
}

/** Two scripts describe and show one thing differently. */
const isDescription = ({ concept }: Field): boolean => /^(?:description|image)$/.test(concept?.name ?? '');

/**
 * Whether another thing of the same name has all facts of this one. Descriptions may differ where another syntax, or a
 * fact beside the name, says that it is the same thing.
 */
function isPartOf({ one, byField }: Facts, other: Facts): boolean {
  if (one.name === '' || one.name !== other.one.name) return false;
  const agree = ([field, value]: readonly [Field, string]): boolean => other.byField.get(field) === value;
  const facts = [...byField];
  const name = JSON.stringify(one.name);
  const telling = facts.filter(([field, value]) => !isDescription(field) && value.toLowerCase() !== name);
  if (!telling.every(agree)) return false;
  return one.syntax !== other.one.syntax || telling.length > 0 || facts.every(agree);
}

/** A thing declared twice, in two syntaxes, by two scripts or as its page and itself, is kept in its fuller form. */
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
