/**
 * The order of the files of `npm test`: those that start whole portals come early, so that none runs alone at the end
 * while other cores are idle.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const projects = ["system", "server", "mocking", "pure"];

export class SlowestFirst extends BaseSequencer {
  /** By project; within a project by the time of an earlier run, or by size. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification): number => projects.indexOf(project.name);
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
