/** Tools whose calls show something. No other call does, except of a tool that a formation names for a component. */
export const MAPPED_TOOLS = [
  'show_chart',
  'locate_features',
  'zoom_to_map',
  'render_junctions',
  'apply_layer_style',
  'view_history',
  'view_scada',
] as const;
