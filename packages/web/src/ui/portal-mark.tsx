import { config } from "../core/config.ts";

interface Props {
  /** Height, px; a picture of the portal's own may be up to four times as wide. */
  size: number;
}

/** The picture of the portal, beside its name. */
export function PortalMark({ size }: Props) {
  if (config.logo === undefined) return <img src="/favicon.svg" alt="" width={size} height={size} />;
  return <img src={config.logo} alt="" height={size} style={{ maxWidth: 4 * size, objectFit: "contain" }} />;
}
