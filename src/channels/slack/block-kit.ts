/** The parts of Block Kit that are printed, field for field as Slack takes them. */

export interface PlainText {
  type: 'plain_text';
  text: string;
}

interface BaseButton {
  type: 'button';
  text: PlainText;
  action_id: string;
}

export type Button =
  /** The value says what a press means: an answer, or which form to open. */
  | (BaseButton & { value: string; style?: 'primary' })
  /** Opens a page; the press of it tells the app nothing. */
  | (BaseButton & { url: string });

export interface Option {
  text: PlainText;
  value: string;
}

export type Picker =
  | {
      type: 'static_select' | 'multi_static_select';
      action_id: string;
      placeholder: PlainText;
      options: Option[];
    }
  | { type: 'checkboxes'; action_id: string; options: Option[] };

export interface ActionsBlock {
  type: 'actions';
  block_id: string;
  elements: (Button | Picker)[];
}

export interface SectionBlock {
  type: 'section';
  block_id?: string;
  text: { type: 'mrkdwn'; text: string };
  accessory?: Picker;
}

/** A form on its own screen, with one line to write in. */
export interface ModalView {
  type: 'modal';
  callback_id: string;
  title: PlainText;
  submit: PlainText;
  close: PlainText;
  private_metadata: string;
  blocks: [InputBlock];
}

export interface InputBlock {
  type: 'input';
  block_id: string;
  label: PlainText;
  element: {
    type: 'plain_text_input';
    action_id: string;
    initial_value: string;
    max_length: number;
    focus_on_load: true;
  };
}

export type Block = ActionsBlock | SectionBlock;
/** A block that can be told from the others of its message. */
export type NamedBlock = ActionsBlock | (SectionBlock & { block_id: string });

export function plainText(text: string): PlainText {
  return { type: 'plain_text', text };
}

export function sectionOf(text: string): SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}
