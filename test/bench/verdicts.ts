import { type JudgedCase, judgeCorpus, scoresOf } from '../scrape/verdict-corpus.ts';

// Precision and recall of the verdicts on test/pages/verdicts, with what was missed.

function report(name: string, cases: readonly JudgedCase[]): void {
  console.log(`${name}: ${cases.length} cases`);
  for (const { kind, cases: count, precision, recall } of scoresOf(cases))
    console.log(
      `  ${kind.padEnd(16)} ${String(count).padStart(4)}  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}`,
    );
  for (const { page, expected, verdict, reason } of cases.filter((one) => one.verdict !== one.expected))
    console.log(`  missed ${page}: ${expected}, judged ${verdict} (${reason})`);
}

const cases = judgeCorpus();
const heldOut = process.argv.includes('--held-out');
report(
  'used to make the rules',
  cases.filter((one) => one.heldOut !== true),
);
if (heldOut)
  report(
    'held out',
    cases.filter((one) => one.heldOut === true),
  );
