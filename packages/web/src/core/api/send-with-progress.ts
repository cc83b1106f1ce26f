/**
 * As `fetch`, for a large body: only an `XMLHttpRequest` says how much of it has been sent.
 * @param onProgress The share that is on its way, 0 to 1.
 */
export function sendWithProgress(
  onProgress: (share: number) => void,
): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, { method = "POST", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      request.responseType = "text";
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
      const fail = () => reject(new TypeError("the portal was not reached"));
      request.addEventListener("error", fail);
      request.addEventListener("abort", fail);
      request.addEventListener("load", () => {
        const answered = new Headers();
        for (const name of ["Content-Type", "Retry-After", "X-Request-Id"]) {
          const value = request.getResponseHeader(name);
          if (value !== null) answered.set(name, value);
        }
        resolve(new Response(request.responseText, { status: request.status, headers: answered }));
      });
      signal?.addEventListener("abort", () => request.abort(), { once: true });
      request.send(body as string);
    });
}
