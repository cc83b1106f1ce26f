import { releaseKeyId, releaseProduct } from "@offgrid/contract/upgrades/release-check";
import type { ReleaseManifest } from "@offgrid/contract/upgrades/upgrades.schema";
import { generateKeyPairSync, type KeyObject } from "node:crypto";

import { packArchive, programFile, releaseHeader, signRelease } from "../upgrades/release.ts";

/** A pair of keys as `npm run controller:key` makes them. */
export function makeKeys(): { publicKey: string; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return { publicKey: publicKey.export({ format: "jwk" }).x ?? "", privateKey };
}
export type Keys = ReturnType<typeof makeKeys>;

/** The file of a release of a program's text; everything but its version and number is usual. @param others Files beside it. */
export function makeRelease(
  keys: Keys,
  program: string,
  changes: Partial<ReleaseManifest> & { version: string; seq: number },
  others: readonly (readonly [name: string, content: Buffer])[] = [],
): Buffer {
  const archive = packArchive(new Map([[programFile, Buffer.from(program)], ...others]));
  const manifest = {
    product: releaseProduct,
    min: 0,
    arch: "any",
    url: `releases/${changes.version}`,
    notBefore: Date.now() - 60_000,
    expires: Date.now() + 3_600_000,
    key: releaseKeyId(keys.publicKey),
    ...changes,
  };
  return Buffer.concat([releaseHeader(signRelease(manifest, archive, keys.privateKey)), archive]);
}

/**
 * A controller of a few lines: it beats, installs what its first argument names when it is told to by a file beside it,
 * and writes its version into a file, so that tests see what runs.
 * @param fault What is wrong with it.
 */
export function tinyProgram(
  fault: "none" | "crashes" | "reads nothing" | "writes nothing" | "is not linked" = "none",
): string {
  return `
    import { appendFileSync, existsSync, renameSync } from "node:fs";
    import { join } from "node:path";
    const fault = ${JSON.stringify(fault)};
    const folder = process.argv[2];
    appendFileSync(join(folder, "starts"), process.env.OFFGRID_RELEASE + " " + process.pid + "\\n");
    console.log("starts");
    if (fault === "crashes") throw new Error("no such device");
    process.on("disconnect", () => process.exit(0));
    process.on("SIGTERM", () => process.exit(0));
    process.on("message", (status) => appendFileSync(join(folder, "statuses"), JSON.stringify(status) + "\\n"));
    let frames = 0;
    setInterval(() => {
      frames++;
      const isFirst = frames === 1;
      process.send({
        kind: "beat",
        frames: fault === "writes nothing" ? 0 : frames,
        devices: fault === "reads nothing" ? 0 : 2,
        isLinked: fault !== "is not linked",
      }, () => isFirst && appendFileSync(join(folder, "beats"), process.env.OFFGRID_RELEASE + "\\n"));
      const asked = join(folder, "install");
      if (frames > 3 && existsSync(asked)) {
        renameSync(asked, join(folder, "taken"));
        process.send({ kind: "install", id: "one", file: join(folder, "taken"), portalNowMs: Date.now() });
      }
    }, 15);
  `;
}
