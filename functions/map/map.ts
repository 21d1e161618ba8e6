import { mapRequest } from '#shared/contract/map.ts';
import { answeredUrl } from '#shared/contract/reported-url.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';
import type { MapSite } from '#shared/map/map-site.ts';
import { mapUnits, prepareMap } from '#shared/map/prepare-map.ts';

export interface MapDeps extends EndpointDeps {
  readonly mapSite: MapSite;
}

export const createMapEndpoint = (deps: MapDeps) =>
  endpoint(
    {
      operation: 'map',
      request: mapRequest,
      prepare: prepareMap,
      timeoutMs: ({ timeout }) => timeout,
      units: ({ limit }) => mapUnits(limit),
      lines: 'links',
    },
    deps,
    async ({ prepared, ...context }) => {
      const { data, ...answer } = await deps.mapSite(prepared, context);
      return {
        url: answeredUrl(prepared.url, data.url),
        ...answer,
        data,
        consumed: { requests: mapUnits(data.links.length), pages: data.pagesRead, ai: 0 },
      };
    },
  );
