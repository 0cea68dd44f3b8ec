import { createComponents } from '../../src/producers/agent-ui/components.ts';
import { createEnvelopeMaker } from '../../src/producers/agent-ui/envelope-maker.ts';
import { createStages, type StageDeps } from '../../src/producers/stage/create-stage.ts';
import { createBlockRegistry } from '../../src/producers/ui-block/registry.ts';

/** Keeps no view. */
const noApps = {
  keep: async () => undefined,
  previewOf: () => ({ token: 't', url: 'https://bot.example.com/apps/t' }),
};

/** Stages with the built-in panels and no store of blobs, unless a test says otherwise. */
export function stages(deps: Partial<StageDeps> = {}) {
  const agentUi = { components: createComponents([]), mapLayers: [] };
  let minted = 0;
  return createStages({
    apps: noApps,
    blocks: createBlockRegistry([]),
    envelopes: { maker: createEnvelopeMaker(agentUi), now: Date.now },
    uiTools: [],
    mint: () => `ui_${++minted}`,
    ...deps,
  });
}
