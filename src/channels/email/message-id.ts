/** What is taken for an id of a delivery: what our Message-IDs and bounce addresses are made of. */
const DELIVERY_ID = /^dlv_[0-9a-z]{8,40}$/;

/**
 * The Message-ID of the mail of a delivery, with its brackets. The same for each attempt, so that a mail server or a
 * reader that sees the mail twice can tell. Nobody guesses it: a delivery's id has 80 random bits.
 */
export function messageIdOf(deliveryId: string, mailbox: string): string {
  return `<${deliveryId}@${domainOf(mailbox)}>`;
}

/** The delivery that a Message-ID of ours names. Nothing for any other. */
export function deliveryOf(messageId: string, mailbox: string): string | undefined {
  const [, local, domain] = /^\s*<?([^<>@\s]+)@([^<>@\s]+)>?\s*$/.exec(messageId) ?? [];
  return domain?.toLowerCase() === domainOf(mailbox) ? deliveryInSuffix(local) : undefined;
}

/** The delivery that the suffix of a bounce address names, `bot+<delivery>@host`. Nothing for any other suffix. */
export function deliveryInSuffix(suffix: string | undefined): string | undefined {
  const id = suffix?.toLowerCase() ?? '';
  return DELIVERY_ID.test(id) ? id : undefined;
}

function domainOf(mailbox: string): string {
  return mailbox.slice(mailbox.lastIndexOf('@') + 1).toLowerCase();
}
