import { isLoopback } from './redirect-uri.ts';

/** The path of the tools below the URL of the deployment. */
const toolsPath = '/mcp';
export const toolsUrl = (baseUrl: string): string => `${baseUrl}${toolsPath}`;

/**
 * The URL of the deployment as this caller writes it: on one machine it has several names, and programs compare the
 * name that they were given with the one that they are told.
 */
export function baseUrlFor(baseUrl: string, requestUrl: string): string {
  const [own, asked] = [new URL(baseUrl), new URL(requestUrl)];
  if (!isLoopback(own) || !isLoopback(asked) || own.port !== asked.port) return baseUrl;
  return `${asked.origin}${own.pathname.replace(/\/$/, '')}`;
}

/**
 * Whether a `resource` (RFC 8707) is the tools of this deployment. Any other is refused: a server that poses as a
 * client of ours would otherwise be given keys of this service.
 */
export function isOwnResource(resource: string, baseUrl: string): boolean {
  const url = URL.parse(resource);
  if (url === null || url.search !== '' || url.hash !== '') return false;
  return url.href.replace(/\/$/, '') === toolsUrl(baseUrlFor(baseUrl, url.href));
}
