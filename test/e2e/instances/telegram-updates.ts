let lastUpdateId = 1_000;

/** Somebody on Telegram, by the id that is their private chat's as well. */
const person = (id: number) => ({ id, is_bot: false, first_name: `P${id}` });
const privateChat = (id: number) => ({ id, type: 'private', first_name: `P${id}` });

/** The update of a message, with an id that no other one here has. */
export function messageUpdate(personId: number, text: string): object {
  const updateId = ++lastUpdateId;
  const message = { message_id: updateId, date: 1, chat: privateChat(personId), from: person(personId), text };
  return { update_id: updateId, message };
}

/** The update of a press on the button of a message of the bot's. */
export function pressUpdate(personId: number, press: { data: string; label: string; queryId: string }): object {
  const button = { text: press.label, callback_data: press.data };
  return {
    update_id: ++lastUpdateId,
    callback_query: {
      id: press.queryId,
      chat_instance: '1',
      data: press.data,
      from: person(personId),
      message: {
        message_id: 5,
        date: 1,
        chat: privateChat(personId),
        from: { id: 4242, is_bot: true, first_name: 'Ferry' },
        text: 'Where to?',
        reply_markup: { inline_keyboard: [[button]] },
      },
    },
  };
}
