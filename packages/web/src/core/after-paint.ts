/**
 * Resolves once the browser has shown what has been drawn so far: for work that follows a press, so that the press itself is
 * seen at once. A page that nobody sees is not painted, and does not wait.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    // A frame's callbacks run before it is painted, the next task after that.
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}
