/** The role of the signed-in person excludes this page. */
export class PageForbidden extends Error {
  constructor() {
    super("This page is not part of the role.");
    this.name = "PageForbidden";
  }
}
