const greek =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon phi chi psi omega';
const greekCapitals: Readonly<Record<string, string>> = {
  Γ: 'Gamma',
  Δ: 'Delta',
  Θ: 'Theta',
  Λ: 'Lambda',
  Ξ: 'Xi',
  Π: 'Pi',
  Σ: 'Sigma',
  Υ: 'Upsilon',
  Φ: 'Phi',
  Ψ: 'Psi',
  Ω: 'Omega',
};

const operators: Readonly<Record<string, string>> = {
  '×': 'times',
  '÷': 'div',
  '±': 'pm',
  '∓': 'mp',
  '·': 'cdot',
  '⋅': 'cdot',
  '∗': 'ast',
  '∘': 'circ',
  '≤': 'leq',
  '≥': 'geq',
  '⩽': 'leq',
  '⩾': 'geq',
  '≠': 'neq',
  '≈': 'approx',
  '≡': 'equiv',
  '≅': 'cong',
  '∼': 'sim',
  '≃': 'simeq',
  '∝': 'propto',
  '≪': 'll',
  '≫': 'gg',
  '∈': 'in',
  '∉': 'notin',
  '∋': 'ni',
  '⊂': 'subset',
  '⊆': 'subseteq',
  '⊃': 'supset',
  '⊇': 'supseteq',
  '∪': 'cup',
  '∩': 'cap',
  '∅': 'emptyset',
  '∖': 'setminus',
  '∀': 'forall',
  '∃': 'exists',
  '¬': 'neg',
  '∧': 'land',
  '∨': 'lor',
  '⊕': 'oplus',
  '⊗': 'otimes',
  '⊥': 'perp',
  '∥': 'parallel',
  '∠': 'angle',
  '∞': 'infty',
  '∂': 'partial',
  '∇': 'nabla',
  '∑': 'sum',
  '∏': 'prod',
  '∐': 'coprod',
  '∫': 'int',
  '∬': 'iint',
  '∭': 'iiint',
  '∮': 'oint',
  '√': 'surd',
  '→': 'to',
  '←': 'leftarrow',
  '↔': 'leftrightarrow',
  '⇒': 'Rightarrow',
  '⇐': 'Leftarrow',
  '⇔': 'Leftrightarrow',
  '↦': 'mapsto',
  '⟶': 'longrightarrow',
  '⟹': 'implies',
  '⟺': 'iff',
  '↑': 'uparrow',
  '↓': 'downarrow',
  '…': 'ldots',
  '⋯': 'cdots',
  '⋮': 'vdots',
  '⋱': 'ddots',
  '′': 'prime',
  '″': 'prime\\prime',
  ℓ: 'ell',
  ℏ: 'hbar',
  ℜ: 'Re',
  ℑ: 'Im',
  ℵ: 'aleph',
  '⟨': 'langle',
  '⟩': 'rangle',
  '〈': 'langle',
  '〉': 'rangle',
  '⌊': 'lfloor',
  '⌋': 'rfloor',
  '⌈': 'lceil',
  '⌉': 'rceil',
  '‖': 'Vert',
  ϵ: 'epsilon',
  ϕ: 'phi',
  ϑ: 'vartheta',
  ϱ: 'varrho',
  ϖ: 'varpi',
  '∣': 'mid',
  '°': 'circ',
};

const doubleStruck: Readonly<Record<string, string>> = {
  ℂ: 'C',
  ℍ: 'H',
  ℕ: 'N',
  ℙ: 'P',
  ℚ: 'Q',
  ℝ: 'R',
  ℤ: 'Z',
};

const commands = new Map<string, string>();
for (const [index, name] of greek.split(' ').entries())
  commands.set(String.fromCharCode(0x3b1 + index), `\\${name}`);
for (const [character, name] of Object.entries({ ...greekCapitals, ...operators }))
  commands.set(character, `\\${name}`);
for (const [character, letter] of Object.entries(doubleStruck))
  commands.set(character, `\\mathbb{${letter}}`);
for (const character of '{}%&#$_') commands.set(character, `\\${character}`);
commands.set('−', '-');
commands.set('⁢', '');
commands.set('⁡', '');
commands.set('\u200b', '');
commands.set('\u00a0', '\\ ');
commands.set('\\', '\\backslash ');

export const functionNames: ReadonlySet<string> = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);

/** Accents and braces over or under an expression. */
export const accents: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '^': 'hat',
    '̂': 'hat',
    ˆ: 'hat',
    '~': 'tilde',
    '˜': 'tilde',
    '¯': 'bar',
    '‾': 'overline',
    '―': 'overline',
    '→': 'vec',
    '⃗': 'vec',
    '˙': 'dot',
    '.': 'dot',
    '¨': 'ddot',
    '⏞': 'overbrace',
    '⏟': 'underbrace',
    _: 'underline',
    '̲': 'underline',
  }),
);

/** The parts in a row. A command ends at the next letter, so that one needs a space before it: `\alpha x`, not `\alphax`. */
export function joinLatex(parts: readonly string[]): string {
  let latex = '';
  let endsWithCommand = false;
  for (const part of parts) {
    if (part === '') continue;
    latex += endsWithCommand && /^[a-z]/i.test(part) ? ` ${part}` : part;
    endsWithCommand = /\\[a-z]+$/i.test(part);
  }
  return latex;
}

const commandOrText = (text: string): string => commands.get(text) ?? text;

/** Mathematical characters in LaTeX; letters of the mathematical alphabets become plain letters. */
export const latexOf = (text: string): string =>
  joinLatex(
    Array.from(text, (character) => commands.get(character) ?? commandOrText(character.normalize('NFKC'))),
  );
