/** The order of the files of `npm test`: what starts whole portals is not left for the end, when one core would do it alone. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const projects = ["system", "server", "pure"];

export class SlowestFirst extends BaseSequencer {
  /** By project; within one, as a run before took, or by size. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification): number => projects.indexOf(project.name);
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
