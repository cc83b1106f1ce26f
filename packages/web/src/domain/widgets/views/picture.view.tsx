import { ApiError } from "../../../core/api/api-error.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { Async } from "../../../ui/async.tsx";
import { Gone, type ViewProps } from "../widget-parts.tsx";

/** A picture of one's own, as large as its widget. */
export function PictureView({ widget: { picture: id, alt }, heightPx }: ViewProps<"picture">) {
  // A picture never changes: another one has another id.
  const picture = useCall("widgetPicture", { id }, { staleTime: Infinity, select: ({ data }) => data.picture });
  if (picture.error instanceof ApiError && picture.error.code === "not_found") return <Gone what="picture" />;
  return (
    <Async of={picture} height={heightPx}>
      {(address) => (
        <img
          src={address}
          alt={alt}
          style={{ display: "block", width: "100%", height: heightPx, objectFit: "contain" }}
        />
      )}
    </Async>
  );
}
