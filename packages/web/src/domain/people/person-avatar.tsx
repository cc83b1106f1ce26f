import { Avatar } from "@mantine/core";

export interface PersonAvatarProps {
  /** A `data:` address; null or undefined: initials, or a generic icon where there is no name. */
  picture: string | null | undefined;
  firstName: string;
  lastName: string;
  /** Pixels. */
  size: number;
}

/** The picture of a person beside their name, so it says nothing to readers. */
export function PersonAvatar({ picture, firstName, lastName, size }: PersonAvatarProps) {
  const initials = [firstName, lastName].map((name) => /^./u.exec(name.trim())?.[0].toLocaleUpperCase() ?? "").join("");
  return (
    <Avatar src={picture ?? null} alt="" size={size} radius="50%" color="brand" variant="light" aria-hidden>
      {initials === "" ? undefined : initials}
    </Avatar>
  );
}
