import type { Backstage, Method } from './backstage.ts';
import type { Parameters } from './parameters.ts';
import { post } from './post.ts';
import { badRequest } from './refusal.ts';

/** `sendLocation`: a point on the map, without what moves on it. The refusals are those of the Bot API server (tdlib). */
export function locationMethods(backstage: Backstage): Record<string, Method> {
  return {
    sendLocation(parameters) {
      const latitude = degreesOf(parameters, 'latitude');
      const longitude = degreesOf(parameters, 'longitude');
      const isThere = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
      if (!isThere) throw badRequest('invalid location specified');
      return post(backstage, parameters, { location: { latitude, longitude } });
    },
  };
}

/** What is no number counts as 0 there. */
function degreesOf(parameters: Parameters, name: 'latitude' | 'longitude'): number {
  const given = parameters.text(name)?.trim() ?? '';
  if (given === '') throw badRequest(`${name} is empty`);
  return Number(given) || 0;
}
