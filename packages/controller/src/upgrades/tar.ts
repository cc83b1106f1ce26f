const blockBytes = 512;
/** Offset and length of the fields that are used. */
const field = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
} as const;
const plainFile = "0";
/** Names of files and of folders of their own, never of what lies elsewhere. */
const fileName = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i;

export type Files = ReadonlyMap<string, Buffer>;

/** A tar archive that has the same bytes whenever the files are the same: in order, without times and owners. */
export function writeTar(files: Files): Buffer {
  const names = [...files.keys()].sort((one, other) => (one < other ? -1 : 1));
  const parts = names.flatMap((name) => {
    const content = files.get(name) ?? Buffer.alloc(0);
    return [header(name, content.length), content, Buffer.alloc(padding(content.length))];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * blockBytes)]);
}

/**
 * @returns The files of an archive.
 * @throws Error with one sentence when it is torn, or has anything but plain files with plain names.
 */
export function readTar(archive: Buffer): Files {
  const files = new Map<string, Buffer>();
  for (let at = 0; archive.length - at >= blockBytes;) {
    const block = archive.subarray(at, at + blockBytes);
    if (block.every((byte) => byte === 0)) return files;
    const octal = text(block, "size");
    const size = Number.parseInt(octal, 8);
    const name = text(block, "name");
    if (Number.parseInt(text(block, "checksum"), 8) !== checksum(block))
      throw new Error("The archive has a damaged header.");
    if (text(block, "type") !== plainFile || !fileName.test(name))
      throw new Error(`The archive has "${name}", which is not a plain file.`);
    const start = at + blockBytes;
    if (!/^[0-7]+$/.test(octal)) throw new Error(`The archive says no size for "${name}".`);
    if (!(start + size <= archive.length)) throw new Error(`The archive ends within "${name}".`);
    files.set(name, archive.subarray(start, start + size));
    at = start + size + padding(size);
  }
  throw new Error("The archive has no end.");
}

function header(name: string, size: number): Buffer {
  if (!fileName.test(name) || name.length > field.name[1]) throw new Error(`"${name}" cannot be in an archive.`);
  const block = Buffer.alloc(blockBytes);
  const put = (key: keyof typeof field, value: string) => block.write(value, field[key][0], "latin1");
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  put("name", name);
  put("mode", octal(0o644, 7));
  put("uid", octal(0, 7));
  put("gid", octal(0, 7));
  put("size", octal(size, 11));
  put("mtime", octal(0, 11));
  put("type", plainFile);
  put("magic", "ustar\u000000");
  put("checksum", `${octal(checksum(block), 6)}\0 `);
  return block;
}

/** Sum of all bytes, the field of the sum itself counted as spaces. */
function checksum(block: Buffer): number {
  const [start, length] = field.checksum;
  return block.reduce((sum, byte, at) => sum + (at >= start && at < start + length ? 0x20 : byte), 0);
}

function text(block: Buffer, key: keyof typeof field): string {
  const [start, length] = field[key];
  const [value = ""] = block.toString("latin1", start, start + length).split("\0");
  return value.trim();
}

function padding(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}
