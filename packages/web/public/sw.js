/**
 * Lets the page start without a network. What a call answered is not its business: it never touches anything but the
 * page itself and the files under /assets/, whose names change with their contents. It also shows what the portal sends to
 * this browser, and opens what it is about.
 */
const cacheName = "offgrid";
const shell = "/offline-page";
const pageTimeoutMs = 3_000;

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const isFile = pathname.slice(pathname.lastIndexOf("/")).includes(".");
  if (request.mode === "navigate" && !isFile) event.respondWith(page(event));
  else if (pathname.startsWith("/assets/") || pathname === "/favicon.svg") event.respondWith(asset(request));
});

self.addEventListener("push", (event) => event.waitUntil(show(event)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

/** A newer message about the same takes the place of the one before. */
function show(event) {
  const { title, body, url, tag } = event.data.json();
  return self.registration.showNotification(title, { body, tag, renotify: true, icon: "/favicon.svg", data: { url } });
}

/** In the window that the portal has open, if it has one. */
async function open(url) {
  const { href, origin } = new URL(url, self.location.origin);
  if (origin !== self.location.origin) return;
  const [window] = await self.clients.matchAll({ type: "window" });
  if (!window) return void (await self.clients.openWindow(href));
  await window.focus();
  await window.navigate(href);
}

/** The portal's own page while it answers: only that one carries a fresh nonce. */
async function page(event) {
  try {
    const answer = await fetch(event.request, { signal: AbortSignal.timeout(pageTimeoutMs) });
    if (answer.ok) event.waitUntil(keepShell().catch(() => {}));
    if (answer.status < 500) return answer;
  } catch {
    // Without an answer the kept page is shown.
  }
  return (await caches.match(shell)) ?? Response.error();
}

async function asset(request) {
  // The page asks for it past all caches to learn whether the portal answers.
  if (request.method !== "GET" || request.cache === "no-store") return fetch(request);
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

/** Keeps the shell of the version that the portal has now, and discards what belongs to the one before. */
async function keepShell() {
  const cache = await caches.open(cacheName);
  const before = await (await cache.match(shell))?.text();
  const answer = await fetch(shell, { cache: "no-store", credentials: "omit" });
  if (!answer.ok) throw new Error(`The shell was answered with ${answer.status}.`);
  const now = await answer.clone().text();
  // A proxy may answer in the portal's place, with a page of its own.
  if (answer.redirected || !now.includes("offgrid-config")) throw new Error("The shell is not the portal's.");
  await cache.put(shell, answer);
  if (now === before) return;
  const first = [...now.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  const parts = Object.values(await (await fetch("/parts.json", { cache: "no-cache", credentials: "omit" })).json());
  const current = new Set([...first, ...parts.flat()]);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (/\.(?:js|css)$/.test(pathname) && !current.has(pathname)) await cache.delete(url);
  }
  // What started this page, and the portal's sign on it, was fetched before there was a worker to keep it.
  await cache.add(new Request("/favicon.svg", { cache: "no-cache", credentials: "omit" }));
  await Promise.all(first.map((path) => asset(new Request(path))));
}
