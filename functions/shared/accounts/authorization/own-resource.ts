import { toolsPath } from '#shared/contract/other-protocols.ts';

/** The tools, which are what programs get keys for, below the URL of the deployment. */
export const toolsUrl = (baseUrl: string): string => `${baseUrl}${toolsPath}`;

/**
 * Whether a `resource` (RFC 8707) is the tools of this deployment; without one they are meant, as there is nothing else
 * (§2). Any other is refused: a foreign server that names us as its authorization server would otherwise be given keys of
 * this service.
 */
export const isOwnResource = (resource: string | undefined, baseUrl: string): boolean =>
  resource === undefined || URL.parse(resource)?.href.replace(/\/$/, '') === new URL(toolsUrl(baseUrl)).href;
