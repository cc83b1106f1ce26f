/**
 * A TCP proxy between a controller and the portal that can go dark: nothing arrives any more and neither side is
 * notified.
 */
import { type AddressInfo, type Socket, connect, createServer } from "node:net";

import { atEnd } from "../system/ending.ts";

export interface Proxy {
  port: number;
  /** Connections made through it. */
  readonly connections: number;
  /** From here on bytes vanish in both directions, and the end of a connection is not passed on. */
  darken(): void;
  /**
   * New connections work again. Those that went dark stay dark, as behind a router that has forgotten them; those that
   * were tried meanwhile are cut.
   */
  lighten(): void;
  /** Cuts every connection at once. */
  cut(): void;
}

interface Line {
  near: Socket;
  far: Socket;
  isDark: boolean;
  /** Connections made while it is dark. */
  wasMadeDark: boolean;
}

function breakLine({ near, far }: Line): void {
  near.destroy();
  far.destroy();
}

export async function startProxy(targetPort: number): Promise<Proxy> {
  const lines = new Set<Line>();
  let isDark = false;
  let connections = 0;
  const server = createServer((near) => {
    connections++;
    const line: Line = { near, far: connect(targetPort, "127.0.0.1"), isDark, wasMadeDark: isDark };
    lines.add(line);
    join(line, near, line.far);
    join(line, line.far, near);
  });
  const join = (line: Line, from: Socket, to: Socket) => {
    from.setNoDelay(true);
    from.on("data", (bytes: Buffer) => {
      if (!line.isDark && !to.write(bytes)) {
        from.pause();
        to.once("drain", () => from.resume());
      }
    });
    from.on("error", () => undefined);
    from.on("close", () => {
      if (!line.isDark) to.destroy();
      if (line.near.destroyed && line.far.destroyed) lines.delete(line);
    });
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    for (const line of lines) breakLine(line);
  };
  atEnd(async () => {
    cut();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    darken: () => {
      isDark = true;
      for (const line of lines) line.isDark = true;
    },
    lighten: () => {
      isDark = false;
      for (const line of lines) if (line.wasMadeDark) breakLine(line);
    },
    cut,
  };
}
