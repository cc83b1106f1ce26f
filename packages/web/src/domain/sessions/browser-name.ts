/** What a browser says of itself, as people call it; undefined where it says nothing known. */
export interface BrowserName {
  browser: string | undefined;
  system: string | undefined;
}

// In this order: most browsers also name the ones that they descend from.
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly [pattern: RegExp, name: string][] = [
  [/\b(?:iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** @param agent The header `User-Agent` as the browser sent it. */
export function browserName(agent: string | null): BrowserName {
  const found = (names: typeof browsers) => names.find(([pattern]) => pattern.test(agent ?? ""))?.[1];
  return { browser: found(browsers), system: found(systems) };
}
