/** Serves the built gallery on this machine, with the same content security policy as the portal's pages. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";

import { contentPolicy } from "@offgrid/server/http/web-policy";

import { galleryFolder } from "./build-web.ts";

const types: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export interface GalleryServer {
  /** Address of the page, without parameters. */
  url: string;
  close: () => Promise<void>;
}

/** Await `ensureGalleryBuilt` first. */
export async function serveGallery(): Promise<GalleryServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://gallery");
    const path = normalize(join(galleryFolder, pathname));
    const type = types[extname(path)];
    if (!path.startsWith(galleryFolder + sep) || type === undefined) {
      response.writeHead(404).end();
      return;
    }
    void readFile(path).then(
      (contents) => {
        const nonce = randomBytes(16).toString("base64");
        const isPage = path.endsWith(".html");
        response.setHeader("Content-Type", type);
        if (isPage) response.setHeader("Content-Security-Policy", contentPolicy(nonce, []));
        response.end(isPage ? contents.toString("utf8").replaceAll("__CSP_NONCE__", nonce) : contents);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/gallery.html`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // A browser keeps its connections open as long as it likes.
        server.closeAllConnections();
      }),
  };
}
