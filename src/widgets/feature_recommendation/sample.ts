import type { FeatureRecommendationWidget } from './schema.ts';

export const featureRecommendationSample: FeatureRecommendationWidget = {
  type: 'feature_recommendation',
  id: 'ui_Rt5Yu8Io2Pa4Sd6Fg9Hjk',
  items: [
    {
      id: 'open_wallet',
      label: 'Open the wallet',
      hint: 'See what you hold',
      icon: 'wallet',
      action: { kind: 'route', target: '/wallet?tab=tokens' },
      url: 'https://acme.example/app/wallet?tab=tokens',
    },
    {
      id: 'buy_more',
      label: 'Buy more',
      icon: 'buy',
      action: { kind: 'slash', command: '/buy 100 BTC' },
    },
  ],
};
