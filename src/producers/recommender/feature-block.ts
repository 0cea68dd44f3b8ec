/** The kind of block that a recommender makes. */
export const FEATURE_BLOCK = { namespace: 'minara', block_type: 'feature_recommendation', version: '1.0.0' };
