import type { PageSketch } from './page-sketch.ts';
import { wallSigns, type WallSign } from './wall-signs.ts';

export interface WallEvidence {
  readonly status: number;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly finalUrl: string;
  readonly sketch: PageSketch;
}

/** Walls are brief. A longer text is about walls, or stands on a page that a wall let through. */
const longestWall = 3000;
/** A script of a guard that stands on every page of its site is a wall where there is nothing else. */
const nothingElse = 150;
const longestCaptchaWall = 700;

const captchaWidget =
  /\b(?:g-recaptcha|h-captcha|cf-turnstile|smart-captcha|frc-captcha|mtcaptcha)\b|recaptcha\/(?:api|enterprise)\.js|hcaptcha\.com|turnstile\/v0|geetest|arkoselabs|funcaptcha|smartcaptcha/;
const doubtsVisitor =
  /(?:are|that) you(?:'re|’re| are)? (?:not )?(?:a |an )?(?:human|robot|bot)|not a robot|verify(?:ing)? (?:that )?you|security check|unusual (?:activity|traffic)|automated (?:queries|requests|traffic)|не робот|похож[аи]? на автоматическ|подозрительн\S* (?:активност|трафик|запрос)|проверк\S* безопасности|решите капчу/;

const includesAll = (text: string, parts: readonly string[] = []): boolean =>
  parts.every((part) => text.includes(part));

function shows(sign: WallSign, { status, headers, finalUrl, sketch }: WallEvidence): boolean {
  const { words, frame, title, code } = sketch;
  const longest = sign.alone === true ? nothingElse : longestWall;
  return (
    (sign.decisive === true || words.length + frame.length <= longest) &&
    (sign.statuses === undefined || sign.statuses.includes(status)) &&
    Object.entries(sign.headers ?? {}).every(([name, value]) =>
      headers[name]?.toLowerCase().includes(value),
    ) &&
    (sign.path === undefined || finalUrl.includes(sign.path)) &&
    (sign.title === undefined || title === sign.title) &&
    includesAll(code, sign.code) &&
    includesAll(words, sign.words)
  );
}

/** A question whether the visitor is human and nothing to fill in but the answer: no form of the site's own. */
const isCaptchaAlone = ({ code, words, title, fields }: PageSketch): boolean =>
  fields === 0 &&
  words.length <= longestCaptchaWall &&
  captchaWidget.test(code) &&
  doubtsVisitor.test(`${title} ${words}`);

/** Whose wall against programs this answer is; `undefined` when it is none that is known. */
export const wallOf = (evidence: WallEvidence): string | undefined =>
  wallSigns.find((sign) => shows(sign, evidence))?.wall ??
  (isCaptchaAlone(evidence.sketch) ? 'a captcha' : undefined);
