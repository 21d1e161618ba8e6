import type { PasswordPolicy } from '../local-user-pool.ts';

/** The pages on which people register and sign in. They load nothing and run nothing. */

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const styleSheet = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; background: Canvas; color: CanvasText; }
main { box-sizing: border-box; width: min(24rem, 100%); padding: 1.5rem; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; }
form { display: grid; gap: 1rem; }
label { display: grid; gap: 0.25rem; font-weight: 600; }
input { font: inherit; font-weight: 400; padding: 0.5rem; border: 1px solid GrayText; border-radius: 0.25rem; }
button { font: inherit; font-weight: 600; padding: 0.6rem; border: 0; border-radius: 0.25rem; background: #1a5fb4; color: #fff; }
:is(input, button, a):focus-visible { outline: 3px solid #1a5fb4; outline-offset: 2px; }
a { color: LinkText; }
.hint { font-size: 0.875rem; margin: 0; }
.problem { border-left: 4px solid #c01c28; padding: 0.25rem 0.75rem; margin: 0 0 1rem; }
`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/sign-in.css">
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`;

export interface FormState {
  readonly email?: string;
  readonly problem?: string;
}

/** A page for one step of the provider, which has this id. */
export type FormPage = (uid: string, state?: FormState) => string;

const form = (
  button: string,
  autocomplete: string,
  hint: string,
  { email = '', problem }: FormState,
): string =>
  `${problem === undefined ? '' : `<p class="problem" role="alert">${escaped(problem)}</p>\n`}<form method="post">
<label>E-mail address <input type="email" name="email" value="${escaped(email)}" autocomplete="username" maxlength="254" required></label>
<label>Password <input type="password" name="password" autocomplete="${autocomplete}" maxlength="256" required${hint === '' ? '' : ' aria-describedby="hint"'}></label>
${hint === '' ? '' : `<p class="hint" id="hint">${escaped(hint)}</p>\n`}<button type="submit">${button}</button>
</form>`;

export const signInPage: FormPage = (uid, state = {}) =>
  page(
    'Sign in',
    `${form('Sign in', 'current-password', '', state)}\n<p><a href="/interaction/${uid}/register">Register</a></p>`,
  );

export const registrationPage =
  ({ minLength, required }: PasswordPolicy): FormPage =>
  (uid, state = {}) => {
    const hint = [`At least ${minLength} characters`, ...required.map(({ name }) => name)].join(', ');
    return page(
      'Register',
      `${form('Register', 'new-password', hint, state)}\n<p>On this machine the address is not verified.</p>\n<p><a href="/interaction/${uid}">Sign in with an existing account</a></p>`,
    );
  };

export const problemPage = (sentence: string): string => page('Sign-in', `<p>${escaped(sentence)}</p>`);
