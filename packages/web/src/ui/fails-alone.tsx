import { Component, type ReactNode } from "react";

interface Props {
  /** In the place of what failed. @param again Tries it once more. */
  notice: (again: () => void) => ReactNode;
  children: ReactNode;
}

/** What goes wrong within it takes nothing of the page along. */
export class FailsAlone extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.notice(() => this.setState({ hasFailed: false })) : this.props.children;
  }
}
