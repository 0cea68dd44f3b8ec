import type { Page } from '../../../protocol/page.ts';
import type { StateFault } from './state.ts';

/** The words of the install pages. */
export function invitation(authorizeUrl: string, isForSomeOnly: boolean): Omit<Page, 'headers'> {
  return {
    status: 200,
    title: 'Add the app to Slack',
    lines: [
      'Slack asks for the workspace, and shows what the app may do there. In some workspaces an admin has to agree.',
      ...(isForSomeOnly ? ['It can be added to those workspaces only that its operator has chosen.'] : []),
    ],
    action: { label: 'Add to Slack', url: authorizeUrl },
  };
}

export function welcome(name: string | undefined, openUrl: string | undefined): Page {
  return {
    status: 200,
    title: name === undefined ? 'The app is installed' : `The app is installed in ${name}`,
    lines: ['Write to it in Slack, or mention it in a channel that you have invited it to.'],
    ...(openUrl !== undefined && { action: { label: 'Open Slack', url: openUrl } }),
  };
}

/** The person changed their mind, or an admin has to agree first. */
export function cancelled(installUrl: string): Page {
  return notInstalled(200, 'It was cancelled in Slack.', installUrl);
}

/** The way back does not fit the way there. */
export function wrongState(fault: StateFault | 'used', installUrl: string): Page {
  return notInstalled(400, STATE_SENTENCES[fault], installUrl);
}

const STATE_SENTENCES: Readonly<Record<StateFault | 'used', string>> = {
  missing: 'The address lacks what the install page has added to it.',
  forged: 'The address was not made by the install page here, or was changed on its way.',
  expired: 'It took longer than 10 minutes.',
  other_browser: 'It was begun in another browser, or this one keeps no cookies.',
  used: 'This was finished before: an address that Slack leads back to works once.',
};

/** Slack said no to the code. */
export function staleCode(installUrl: string): Page {
  return notInstalled(400, 'Slack takes this answer no more: it works once, for 10 minutes.', installUrl);
}

/** Slack could not be asked, or asks to wait. */
export function unreached(installUrl: string): Page {
  return notInstalled(503, 'Slack could not be reached just now.', installUrl);
}

/** Only an operator can help; the log tells what is wrong. */
export function misconfigured(): Page {
  return {
    status: 500,
    title: 'The app was not installed',
    lines: ['The service that runs the app is not set up for it. Please tell its operator, whose log says why.'],
  };
}

/** The operator has chosen who may install it. */
export function notInvited(name: string | undefined): Page {
  const where = name === undefined ? 'this workspace' : name;
  return {
    status: 403,
    title: 'The app is not open to this workspace',
    lines: [
      `Its operator has chosen the workspaces that may use it, and ${where} is not among them. Nothing of it was kept.`,
      'Ask the operator to add it. Until then you can remove the app on its page in Slack.',
    ],
  };
}

function notInstalled(status: number, sentence: string, installUrl: string): Page {
  return {
    status,
    title: 'The app was not installed',
    lines: [sentence],
    action: { label: 'Start again', url: installUrl },
  };
}
