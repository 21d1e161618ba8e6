import { proxyUrls } from '#shared/contract/environment.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Secret } from '#shared/kernel/secret.ts';

/** The operator's proxy for the next page, with its credentials; `undefined` when the deployment has none. */
export type NextProxy = () => Promise<string | undefined>;

export const noProxy: NextProxy = async () => undefined;

function urlsIn(text: string): readonly string[] {
  const { success, data } = proxyUrls.safeParse(text);
  // The problems that the parser names may quote a password.
  if (!success) throw new Error('The secret of PROXY_URLS_SECRET_ARN is not a list of http or https URLs.');
  return data;
}

/** The proxies that a secret lists (`http://user:password@host:port,…`), in turn. */
export function proxiesIn(secret: Secret): NextProxy {
  let pages = 0;
  return async () => {
    try {
      const urls = urlsIn(await secret.read());
      pages += 1;
      return urls[pages % Math.max(1, urls.length)];
    } catch (cause) {
      // The operator corrects the list in the secret.
      secret.forget();
      throw new AppError('SERVICE_UNAVAILABLE', 'The service cannot read the list of its upstream proxies.', {
        cause,
      });
    }
  };
}
