import { Button, Group, TextInput } from "@mantine/core";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import type { Story } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { LeaveGuard } from "./leave-guard.tsx";

function Example() {
  const words = useWords();
  const [name, setName] = useState("");
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <>
      <TextInput label={words.name} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <Group mt="sm" gap="sm">
        <Button variant="default" onClick={() => void navigate({ to: "/containers" })}>
          {words.leave}
        </Button>
        <output>{path}</output>
      </Group>
      <LeaveGuard isDirty={name !== ""} />
    </>
  );
}

export const stories: readonly Story[] = [{ name: "leave-guard", states: { "asks once changed": Example } }];
