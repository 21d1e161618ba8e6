import type { PageSketch } from './page-sketch.ts';
import { protectionSigns, type ProtectionSign } from './protection-signs.ts';

export interface ProtectionEvidence {
  readonly status: number;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly finalUrl: string;
  readonly sketch: PageSketch;
}

/** Challenge pages are short. A longer text is about bot protection, or a page that it let through. */
const maxChallengeCharacters = 3000;
/** The script that a product adds to every page of a site means a challenge only where the page shows nothing else. */
const maxScriptOnlyCharacters = 150;
const maxCaptchaCharacters = 700;

const captchaWidget =
  /\b(?:g-recaptcha|h-captcha|cf-turnstile|smart-captcha|frc-captcha|mtcaptcha)\b|recaptcha\/(?:api|enterprise)\.js|hcaptcha\.com|turnstile\/v0|geetest|arkoselabs|funcaptcha|smartcaptcha/;
const doubtsVisitor =
  /(?:are|that) you(?:'re|’re| are)? (?:not )?(?:a |an )?(?:human|robot|bot)|not a robot|verify(?:ing)? (?:that )?you|security check|unusual (?:activity|traffic)|automated (?:queries|requests|traffic)|не робот|похож[аи]? на автоматическ|подозрительн\S* (?:активност|трафик|запрос)|проверк\S* безопасности|решите капчу/;

/** A page that checks visitors and says nothing else is shorter. */
const maxCheckCharacters = 400;
/** Stands at the beginning. */
const checksVisitor =
  /^.{0,60}(?:checking your browser before|verif(?:y|ying) (?:that )?you are (?:a )?human|(?:please )?(?:confirm|prove|verify) (?:that )?you(?:'re|’re| are) (?:not a robot|(?:a )?human)|проверяем ваш браузер|подтвердите, что вы не робот)/;

const includesAll = (text: string, parts: readonly string[] = []): boolean =>
  parts.every((part) => text.includes(part));

function matches(sign: ProtectionSign, { status, headers, finalUrl, sketch }: ProtectionEvidence): boolean {
  const { words, frame, title } = sketch;
  const maxCharacters = sign.alone === true ? maxScriptOnlyCharacters : maxChallengeCharacters;
  return (
    (sign.decisive === true || words.length + frame.length <= maxCharacters) &&
    (sign.statuses === undefined || sign.statuses.includes(status)) &&
    Object.entries(sign.headers ?? {}).every(([name, value]) =>
      headers[name]?.toLowerCase().includes(value),
    ) &&
    (sign.path === undefined || finalUrl.includes(sign.path)) &&
    (sign.title === undefined || title === sign.title) &&
    includesAll(words, sign.words) &&
    (sign.code === undefined || includesAll(sketch.code().tags, sign.code))
  );
}

/** A captcha and the question whether the visitor is human, without a form of the site's own. */
const isCaptchaAlone = (sketch: PageSketch): boolean =>
  sketch.fields === 0 &&
  sketch.words.length <= maxCaptchaCharacters &&
  doubtsVisitor.test(`${sketch.title} ${sketch.words}`) &&
  captchaWidget.test(sketch.code().tags);

/** A check of the visitor by scripts of an unknown product. */
const isCheckAlone = ({ words, frame, fields, scripts }: PageSketch): boolean =>
  scripts > 0 &&
  fields === 0 &&
  words.length + frame.length <= maxCheckCharacters &&
  checksVisitor.test(words);

/** The name of the bot protection that sent this response; `undefined` for a page or an unknown product. */
export const protectionOf = (evidence: ProtectionEvidence): string | undefined =>
  protectionSigns.find((sign) => matches(sign, evidence))?.product ??
  (isCaptchaAlone(evidence.sketch)
    ? 'a captcha'
    : isCheckAlone(evidence.sketch)
      ? 'a check of the visitor'
      : undefined);
