/** A pattern, as the source of a regular expression, of how sites say when something happened from today: "9 hrs ago", "vor 3 Stunden", "il y a 2 jours", "3小时前". */
export const timeAgo =
  '\\d+ \\p{L}+ (?:ago|назад|temu)|(?:vor|il y a|hace) \\d+ \\p{L}+|\\d+ ?(?:秒|分|分钟|分鐘|小时|小時|時間|天|日|周|週間|个月|個月|か月|年) ?前';

/** Whether a text is no more than that. */
export const isTimeAgo = (text: string): boolean => wholeTimeAgo.test(text);
const wholeTimeAgo = new RegExp(`^(?:${timeAgo})$`, 'iu');
