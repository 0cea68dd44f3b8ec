import type { ActionLinkWidget } from './schema.ts';

export const actionLinkSample: ActionLinkWidget = {
  type: 'action_link',
  id: 'ui_Qw7RtY2uIo5PaS8dFg3Hj',
  label: 'Open the invoice',
  url: 'https://billing.example.com/invoices/2041',
  hint: 'Opens your billing page',
};
