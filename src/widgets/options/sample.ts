import type { OptionsWidget } from './schema.ts';

export const optionsSample: OptionsWidget = {
  type: 'options',
  id: 'ui_Ak3vP0q9LmZ81xYbT2cDe',
  prompt: 'Which plan do you want?',
  options: [
    { value: 'plan_basic', label: 'Basic' },
    { value: 'plan_team', label: 'Team' },
    { value: 'plan_enterprise', label: 'Enterprise' },
  ],
  multi: false,
};
