import type { AppDescription } from './app-description.ts';
import type { Ask } from './dialogs.ts';
import type { Words } from './words.ts';

/** What tells of a person and their room. */
const PRIVATE = ['camera', 'microphone', 'geolocation'];

/**
 * The app with what its viewer lets it have. A browser asks once for everything that this service ever shows, and names
 * the service: whoever said yes to one app would have said it to every other. So each app is asked for by us.
 */
export async function withDevices(
  app: AppDescription,
  { ask, words }: { ask: Ask; words: Words },
): Promise<AppDescription> {
  const wanted = app.granted.permissions.filter((name) => PRIVATE.includes(name));
  if (app.kind !== 'page' || wanted.length === 0) return app;
  const devices = wanted.map((name) => words.devices[name] ?? name).join(', ');
  const answer = await ask(
    {
      title: words.mayUseDevices(devices),
      detail: words.from(app.tool, app.server),
      choices: [{ value: 'yes', label: words.allow }],
      no: words.deny,
    },
    new AbortController().signal,
  );
  if (answer !== undefined) return app;
  const permissions = app.granted.permissions.filter((name) => !wanted.includes(name));
  return { ...app, granted: { ...app.granted, permissions } };
}
