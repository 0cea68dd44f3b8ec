import type { Backstage, Method } from '../backstage.ts';

/** Methods that show modals and app homes. */
export function viewMethods({ views }: Backstage): Record<string, Method> {
  return {
    'views.open': (given, workspace) => ({ view: views.open(given, workspace, { isPush: false }) }),
    'views.push': (given, workspace) => ({ view: views.open(given, workspace, { isPush: true }) }),
    'views.update': (given, workspace) => ({ view: views.update(given, workspace) }),
    'views.publish': (given, workspace) => ({ view: views.publish(given, workspace) }),
  };
}
