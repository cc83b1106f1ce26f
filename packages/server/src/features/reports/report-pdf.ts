import { FairQueue } from "../../core/fair-queue.ts";
import { FileReaders } from "../../core/file-readers.ts";
import type { PdfLook } from "./pdf-definition.ts";
import type { pdfWork } from "./pdf-work.ts";
import type { ReportContent } from "./report-content.ts";

/** One at a time for each process of the portal: making one takes a core and some 50 MB for a moment. */
const queue = new FairQueue({ atOnce: 1, perPerson: 1, waiting: 50, waitingPerPerson: 10 });
const makers = new FileReaders<typeof pdfWork>();

export interface PdfOptions extends PdfLook {
  /** Who waits for it: nobody's reports hold up those of others. */
  forWhom: string;
  signal?: AbortSignal;
}

/**
 * A report as PDF, the fonts within. It is made in a process of its own, which waits a while for the next one: others'
 * calls do not stand meanwhile.
 */
export async function reportPdf(content: ReportContent, options: PdfOptions): Promise<Buffer> {
  const { forWhom, signal, ...look } = options;
  const make = () => makers.use((maker) => maker.ask("makePdf", { content, look }), signal);
  return Buffer.from(await queue.run(forWhom, make, { ...(signal && { signal }) }));
}
