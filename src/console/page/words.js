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
    messages: 'Messages in the web chat',
    token_asked: 'This service asks for a token. Paste a user token from POST /v1/user-tokens.',
    use_token: 'Use token',
    message_field: 'Message to the agent',
    message: 'Message',
    send: 'Send',
    writing: 'The agent is writing',
    reconnecting: 'The connection broke. Going on where it was…',
    connection_ended: 'The connection ended before the reply did.',
    unreachable: 'The service could not be reached.',
    answered_status: 'The service answered {status}.',
    turn_failed: 'The turn failed.',
    try_again: 'Try again',
    choose: 'Choose',
    send_choice: 'Send choice',
    sent: 'Sent',
    mcp_card: 'A card from the MCP server “{server}”.',
    tool_running: '{name}: running',
    tool_done: '{name}: done',
    tool_failed: '{name}: failed',
    tool_unanswered: '{name}: called',
    features: 'Suggestions',
    would_open: '{path} would open in your app.',
    in_composer: 'The command is in the message field. Nothing was sent.',
    dialog_in_app: 'Your app would open this dialog.',
    close: 'Close',
    not_allowed: 'That is not allowed here, so nothing was done.',
    unknown_block: 'This page cannot show this block.',
    unknown_ui: 'The agent showed something that this page cannot show.',
    chart: 'Chart',
    rows_left_out: 'Rows that are not shown: {count}',
    map: 'Map',
    show: 'Show',
    on_layer: 'On layer {layer}',
    longitude: 'Longitude',
    latitude: 'Latitude',
    zoom: 'Zoom',
    west: 'West',
    south: 'South',
    east: 'East',
    north: 'North',
    id: 'Id',
    label: 'Label',
    map_lost: 'What belongs on the map could not be loaded.',
    history_panel: 'History of readings',
    scada_panel: 'Live view',
    devices: 'Devices',
    from: 'From',
    to: 'To',
    metric: 'Metric',
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
    messages: '网页聊天中的消息',
    token_asked: '此服务需要令牌。请粘贴由 POST /v1/user-tokens 获得的用户令牌。',
    use_token: '使用令牌',
    message_field: '发给智能体的消息',
    message: '消息',
    send: '发送',
    writing: '智能体正在输入',
    reconnecting: '连接中断，正在从断点继续…',
    connection_ended: '回复尚未结束，连接已断开。',
    unreachable: '无法连接到服务。',
    answered_status: '服务返回了 {status}。',
    turn_failed: '这一轮失败了。',
    try_again: '重试',
    choose: '请选择',
    send_choice: '发送选择',
    sent: '已发送',
    mcp_card: '来自 MCP 服务器“{server}”的卡片。',
    tool_running: '{name}：运行中',
    tool_done: '{name}：完成',
    tool_failed: '{name}：失败',
    tool_unanswered: '{name}：已调用',
    features: '建议',
    would_open: '您的应用将打开 {path}。',
    in_composer: '命令已填入消息框，尚未发送。',
    dialog_in_app: '您的应用将打开此对话框。',
    close: '关闭',
    not_allowed: '此处不允许该操作，因此未执行。',
    unknown_block: '此页面无法显示该内容块。',
    unknown_ui: '智能体展示了此页面无法显示的内容。',
    chart: '图表',
    rows_left_out: '未显示的行数：{count}',
    map: '地图',
    show: '显示',
    on_layer: '图层 {layer}',
    longitude: '经度',
    latitude: '纬度',
    zoom: '缩放级别',
    west: '西',
    south: '南',
    east: '东',
    north: '北',
    id: '编号',
    label: '名称',
    map_lost: '无法加载地图上的内容。',
    history_panel: '历史读数',
    scada_panel: '实时视图',
    devices: '设备',
    from: '从',
    to: '到',
    metric: '指标',
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
  for (const attribute of ['aria-label', 'placeholder']) {
    say[`word-${attribute}`] = (node, text) => node.setAttribute(attribute, text);
  }
  for (const [name, put] of Object.entries(say)) {
    for (const node of document.querySelectorAll(`[data-${name}]`)) put(node, word(node.getAttribute(`data-${name}`)));
  }
}
