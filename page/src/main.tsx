import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import '../style/base.css';
import '../style/parts.css';
import '../style/plots.css';
import '../style/screens.css';
import '../style/report.css';
import { findSource } from './data/find-source.ts';
import { Root } from './root.tsx';
import { Boundary, Fault } from './shell/boundary.tsx';

const place = document.getElementById('page') as HTMLElement;
place.replaceChildren();
findSource().then(
  (source) =>
    render(
      <Boundary about="">
        <Root source={source} />
      </Boundary>,
      place,
    ),
  (error) => render(<Fault error={error} />, place),
);
