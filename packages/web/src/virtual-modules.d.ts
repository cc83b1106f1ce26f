declare module "virtual:call-access" {
  /** Who may make each call; made from the contract's registry when the web is built. */
  const access: Record<import("@offgrid/contract/registry").CallName, import("@offgrid/contract/core/access").Access>;
  export default access;
}
