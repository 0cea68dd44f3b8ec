import { readHistoryPanel, readScadaPanel } from '/console/modules/client/entry.js';
import { word } from '../../words.js';
import { factsCard } from '../cards.js';

const SURFACES = ['chat_inline', 'side_panel', 'canvas'];

/** The components that this page has, in words. `draw` gives nothing for props that are not the component's own. */
export const PANELS = {
  HistoryPanel: {
    surfaces: SURFACES,
    draw(props) {
      const panel = readHistoryPanel(props);
      return (
        panel &&
        factsCard(word('history_panel'), [
          [word('devices'), panel.deviceIds.join(', ')],
          [word('from'), moment(panel.startMs)],
          [word('to'), moment(panel.endMs)],
          ...(panel.metric === undefined ? [] : [[word('metric'), panel.metric]]),
        ])
      );
    },
  },
  ScadaPanel: {
    surfaces: SURFACES,
    draw(props) {
      const panel = readScadaPanel(props);
      return panel && factsCard(panel.title || word('scada_panel'), [[word('devices'), panel.deviceIds.join(', ')]]);
    },
  },
};

function moment(unixMs) {
  return new Date(unixMs).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}
