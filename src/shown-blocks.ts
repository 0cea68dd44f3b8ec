import { type WebSettings, webSettings } from './channels/web/settings.ts';
import type { Formation } from './formation/formation.ts';
import { checkFeatures } from './producers/recommender/check-features.ts';
import { allBlockTypes } from './producers/ui-block/block-types.ts';
import { type BlockRegistry, createBlockRegistry } from './producers/ui-block/registry.ts';

/**
 * The blocks that a formation can show, and the settings of the web chat that they go by. Throws `formation_invalid` for
 * what could never be shown.
 */
export function shownBlocks(formation: Formation): { web: WebSettings; blocks: BlockRegistry } {
  const web = webSettings.parse(formation.channels.get('web') ?? {});
  const blocks = createBlockRegistry(
    allBlockTypes({ appUrl: web.app_url, externalHosts: web.external_hosts, declared: formation.uiBlocks }),
  );
  checkFeatures(formation.recommender?.features ?? [], blocks);
  return { web, blocks };
}
