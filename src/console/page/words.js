/** What the page itself says, by language; every language has every key. `{name}` is filled in. */
export const WORDS = {
  en: {
    tagline: 'One agent, every channel. Formation',
    open_panes: 'Which panes are open',
    say_everywhere: 'Say it in every open pane:',
    web_chat: 'Web chat',
    you_are: 'You are {user}',
    token_user: 'the user of your token',
    dialect: 'Dialect',
    dialect_muxi: 'MUXI',
    dialect_ubp: 'UI blocks',
    dialect_agent_ui: 'agent-ui',
    say_something: 'Say something to the agent, here or in another pane.',
    token_asked: 'This service asks for a token. Paste a user token from POST /v1/user-tokens.',
    use_token: 'Use token',
    new_session: 'New session',
    not_built:
      'The web chat is not there: its components have not been built. Run “npm run build”, start the service again, and load this page again.',
    answered_status: 'The service answered {status}.',
    would_open: '{path} would open in your app.',
    dialog_in_app: 'Your app would open this dialog.',
    close: 'Close',
  },
  zh: {
    tagline: '一个智能体，所有渠道。编队',
    open_panes: '打开哪些窗格',
    say_everywhere: '在所有打开的窗格中发送：',
    web_chat: '网页聊天',
    you_are: '您是 {user}',
    token_user: '令牌所属的用户',
    dialect: '协议',
    dialect_muxi: 'MUXI',
    dialect_ubp: 'UI 块',
    dialect_agent_ui: 'agent-ui',
    say_something: '在这里或其他窗格中对智能体说点什么。',
    token_asked: '此服务需要令牌。请粘贴由 POST /v1/user-tokens 获得的用户令牌。',
    use_token: '使用令牌',
    new_session: '新会话',
    not_built: '无法显示网页聊天：其组件尚未构建。请运行 “npm run build”，重启服务，然后重新加载此页面。',
    answered_status: '服务返回了 {status}。',
    would_open: '您的应用将打开 {path}。',
    dialog_in_app: '您的应用将打开此对话框。',
    close: '关闭',
  },
};

let language;

/** The first of the reader's languages that the page speaks; English when it speaks none of them. */
export function languageFor(wanted) {
  return wanted.map((tag) => tag.split('-')[0]).find((tag) => Object.hasOwn(WORDS, tag)) ?? 'en';
}

/**
 * A sentence in the reader's language.
 * @param {keyof typeof WORDS.en} key
 * @param {Record<string, string | number>} values
 */
export function word(key, values = {}) {
  language ??= languageFor(navigator.languages);
  return WORDS[language][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** Says in the reader's language what the page's file says in English: `data-word` is the text, the others attributes. */
export function translatePage() {
  language = languageFor(navigator.languages);
  document.documentElement.lang = language;
  const say = { word: (node, text) => node.replaceChildren(text) };
  for (const attribute of ['aria-label', 'title']) {
    say[`word-${attribute}`] = (node, text) => node.setAttribute(attribute, text);
  }
  for (const [name, put] of Object.entries(say)) {
    for (const node of document.querySelectorAll(`[data-${name}]`)) put(node, word(node.getAttribute(`data-${name}`)));
  }
}
