import { Spool } from "../spool/spool.ts";

/**
 * A child process of the spool's test: writes frames until it is killed, and prints the number of each that it has
 * kept.
 */
const spool = new Spool({
  dir: process.argv[2] as string,
  metrics: ["battery.soc", "solar.power"],
  segmentBytes: 2_000,
});
for (let number = 0; ; number++) {
  spool.append({ atMs: number, values: [number / 3, null] });
  process.stdout.write(`${number}\n`);
  // Lets the pipe drain, so that the parent has read every number that was kept.
  if (number % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
}
