import { toolsPath } from '#shared/contract/other-protocols.ts';

/** The tools, which are what programs get keys for, below the URL of the deployment. */
export const toolsUrl = (baseUrl: string): string => `${baseUrl}${toolsPath}`;

/**
 * Whether a `resource` (RFC 8707) is the tools of this deployment. Any other is refused: a server that poses as a
 * client of ours would otherwise be given keys of this service.
 */
export const isOwnResource = (resource: string, baseUrl: string): boolean =>
  URL.parse(resource)?.href.replace(/\/$/, '') === new URL(toolsUrl(baseUrl)).href;
