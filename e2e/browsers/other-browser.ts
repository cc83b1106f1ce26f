/** A browser other than Chromium, as far as the journeys need one. */
export interface OtherBrowser {
  open: (url: string) => Promise<void>;
  /** Runs a function in the page; what it returns must be JSON. It sees nothing of this file. */
  ask: <Result>(question: (...given: string[]) => Result, ...given: string[]) => Promise<Awaited<Result>>;
  /** Clicks what a selector finds. */
  click: (selector: string) => Promise<void>;
  /** Types into what has the focus, key by key, as a person does. */
  type: (text: string) => Promise<void>;
  press: (key: "Enter" | "Tab" | "SelectAll") => Promise<void>;
  /** The size of what a page has, in pixels. */
  resize: (width: number, height: number) => Promise<void>;
  /** Errors of console and scripts since it was last asked. */
  complaints: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** How a browser is found and started. */
export interface BrowserKind {
  name: string;
  /** What is not installed here, as names of Debian's packages; empty: nothing. */
  missing: () => string[];
  /** @param environment Variables beside those of this program, such as a language. */
  launch: (environment?: Record<string, string>) => Promise<OtherBrowser>;
}
