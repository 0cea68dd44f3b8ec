import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(root + path, 'utf8');

const PORT = 3000;
/** What the service may take to stop. */
const DRAIN_SEC = 10;

const known = new Set([...read('src/environment.ts').matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name ?? ''));
/** Names that the formation reads, and those of Node itself. */
const OTHERS = ['TELEGRAM_BOT_TOKEN', 'NODE_ENV'];
const unknownOf = (names: readonly string[]) => names.filter((name) => !known.has(name) && !OTHERS.includes(name));

const dockerfile = read('deploy/Dockerfile');
const instruction = (name: string) =>
  [...dockerfile.replaceAll('\\\n', ' ').matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, rest]) => rest ?? '');

interface Container {
  ports: { name: string; containerPort: number }[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  lifecycle: { preStop: { exec: { command: string[] } } };
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } };
}
interface Manifest {
  kind: string;
  spec: {
    replicas?: number;
    minAvailable?: number;
    selector: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    ports?: { targetPort: string }[];
    template?: {
      metadata: { labels: Record<string, string> };
      spec: { terminationGracePeriodSeconds: number; containers: Container[] };
    };
  };
}
const manifests = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => {
  expect(document.errors).toEqual([]);
  return document.toJS() as Manifest;
});
const ofKind = (kind: string) => manifests.find((manifest) => manifest.kind === kind)?.spec;

interface Service {
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: unknown;
  expose?: string[];
  build?: { context: string; dockerfile: string };
  stop_grace_period?: string;
  deploy?: { replicas: number };
}
const compose = parse(read('deploy/compose.yaml')) as {
  services: Record<'footbridge' | 'postgres' | 'proxy', Service>;
  volumes: Record<string, unknown>;
};

it('the environment is read at all', () => {
  expect([...known]).toEqual(expect.arrayContaining(['PORT', 'DATABASE_URL', 'FOOTBRIDGE_SECRET']));
});

describe('the Dockerfile', () => {
  it('copies what exists, and everything that the package has', () => {
    const sources = instruction('COPY')
      .filter((copy) => !copy.startsWith('--from'))
      .flatMap((copy) => copy.split(' ').slice(0, -1));
    expect(sources.filter((path) => !existsSync(root + path))).toEqual([]);
    const { files } = JSON.parse(read('package.json')) as { files: string[] };
    // Built inside; and these pages are not for the image.
    const inImage = files.filter((path) => !['dist', 'deploy', 'docs'].includes(path));
    expect(inImage.filter((path) => !sources.includes(path))).toEqual([]);
    const ignored = read('deploy/Dockerfile.dockerignore');
    expect(sources.filter((path) => !ignored.includes(`!${path.split('/')[0]}\n`))).toEqual([]);
  });

  it('sets what the service reads, listens where it says, and does not run as root', () => {
    const [settings = ''] = instruction('ENV');
    expect(unknownOf([...settings.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name ?? ''))).toEqual([]);
    expect(settings).toContain(`PORT=${PORT} `);
    expect(instruction('EXPOSE')).toEqual([`${PORT}`]);
    expect(instruction('USER')).toEqual(['node']);
    expect(instruction('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(instruction('HEALTHCHECK')[0]).toContain('/healthz');
  });

  it('starts the program that the package names', () => {
    const { bin } = JSON.parse(read('package.json')) as { bin: { footbridge: string } };
    expect(JSON.parse(instruction('CMD')[0] ?? '')).toEqual(['node', bin.footbridge, 'start']);
  });
});

describe('compose', () => {
  const { footbridge, postgres, proxy } = compose.services;

  it('runs three instances that wait for their database and may drain', () => {
    expect(footbridge.deploy?.replicas).toBe(3);
    expect(footbridge.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(Number.parseInt(footbridge.stop_grace_period ?? '0', 10)).toBeGreaterThan(DRAIN_SEC);
    expect(footbridge.expose).toEqual([`${PORT}`]);
    expect(read('deploy/Caddyfile')).toContain(`dynamic a footbridge ${PORT} `);
  });

  it('names variables that exist, and files that exist', () => {
    const example = [...read('deploy/example.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
    const ofCompose = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name ?? '');
    expect(ofCompose.filter((name) => !example.includes(name))).toEqual([]);
    expect(unknownOf(Object.keys(footbridge.environment ?? {}))).toEqual([]);
    expect(unknownOf(example.filter((name) => !ofCompose.includes(name)))).toEqual([]);
    expect(example).toEqual(expect.arrayContaining(['FOOTBRIDGE_SECRET', 'FOOTBRIDGE_KEYS', 'FOOTBRIDGE_ADMIN_KEYS']));
    expect(existsSync(`${root}deploy/${footbridge.build?.context}/${footbridge.build?.dockerfile}`)).toBe(true);
    const mounted = [footbridge, postgres, proxy].flatMap(({ volumes = [] }) => volumes.map((it) => it.split(':')[0]));
    expect(mounted.filter((it) => it?.startsWith('.') && !existsSync(`${root}deploy/${it}`))).toEqual([]);
    expect(mounted.filter((it) => /^[a-z]/.test(it ?? ''))).toEqual(Object.keys(compose.volumes));
  });
});

describe('the Kubernetes manifest', () => {
  const deployment = ofKind('Deployment');
  const pod = deployment?.template?.spec;
  const container = pod?.containers[0];

  it('has a deployment, a service and a disruption budget that mean the same pods', () => {
    expect(manifests.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget']);
    const labels = { 'app.kubernetes.io/name': 'footbridge' };
    expect(deployment?.template?.metadata.labels).toEqual(labels);
    expect(deployment?.selector.matchLabels).toEqual(labels);
    expect(ofKind('Service')?.selector).toEqual(labels);
    expect(ofKind('PodDisruptionBudget')?.selector.matchLabels).toEqual(labels);
    expect(deployment?.replicas).toBe(3);
    expect(ofKind('PodDisruptionBudget')?.minAvailable).toBe(2);
  });

  it('listens and probes on the same port, at paths that exist', () => {
    expect(container?.ports).toEqual([{ name: 'http', containerPort: PORT }]);
    expect(container?.env.find(({ name }) => name === 'PORT')?.value).toBe(`${PORT}`);
    expect(ofKind('Service')?.ports?.map(({ targetPort }) => targetPort)).toEqual(['http']);
    const probes = [container?.readinessProbe, container?.livenessProbe, container?.startupProbe];
    expect(probes.map((probe) => probe?.httpGet.port)).toEqual(['http', 'http', 'http']);
    expect(probes.map((probe) => probe?.httpGet.path)).toEqual(['/readyz?of=store', '/healthz', '/healthz']);
  });

  it('sets variables that exist, secrets by reference only', () => {
    const env = container?.env ?? [];
    expect(unknownOf(env.map(({ name }) => name))).toEqual([]);
    const secret = env.filter(({ valueFrom }) => valueFrom).map(({ name }) => name);
    const keysOf = ['FOOTBRIDGE_KEYS', 'FOOTBRIDGE_ADMIN_KEYS'];
    expect(secret).toEqual(['DATABASE_URL', 'FOOTBRIDGE_SECRET', ...keysOf, 'TELEGRAM_BOT_TOKEN']);
    const keys = env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.key ?? []);
    expect(keys.filter((key) => !read('deploy/kubernetes.yaml').includes(`--from-literal=${key}=`))).toEqual([]);
  });

  it('leaves time to be taken out of the service, and then to drain', () => {
    const preStopSec = Number(container?.lifecycle.preStop.exec.command[1]);
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(preStopSec + DRAIN_SEC);
  });
});
