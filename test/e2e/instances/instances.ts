import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '../../../src/main.ts';
import { formationFolder, type Plugins, startFrom } from '../service.ts';

/** The secret that instances share unless a test says otherwise. */
const SECRET = 'a secret that all instances share';

/** Instances in this process, each a whole service of its own, over one database and one formation. */
export interface Instances {
  services: readonly Service[];
  /** Starts one more, with these variables changed. */
  startAnother(changed?: Record<string, string>): Promise<Service>;
  end(): Promise<void>;
}

export async function startInstances(
  count: number,
  options: Plugins & {
    /** YAML after `schema` and `id`; `API_ROOT` is `apiRoot`. */
    formation: string;
    apiRoot: string;
    databaseUrl: string;
    env?: Record<string, string>;
  },
): Promise<Instances> {
  const folder = await formationFolder(options.formation, options.apiRoot);
  const env = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: options.databaseUrl,
    FOOTBRIDGE_SECRET: SECRET,
    // Nothing is to be written here: what matters is in the database.
    FOOTBRIDGE_DATA: join(folder, 'data'),
    ...options.env,
  };
  const services: Service[] = [];
  const startAnother = async (changed: Record<string, string> = {}) => {
    const service = await startFrom(folder, { ...env, ...changed }, options);
    services.push(service);
    return service;
  };
  try {
    await Promise.all(Array.from({ length: count }, () => startAnother()));
  } catch (error) {
    await end();
    throw error;
  }

  async function end(): Promise<void> {
    await Promise.all(services.map((service) => service.stop()));
    await rm(folder, { recursive: true, force: true });
  }
  return { services, startAnother, end };
}
