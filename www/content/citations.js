// How to cite both papers and Headcount, as BibTeX. No logic; a unit test holds that CITATION.cff and the README say
// the same.

/** @type {{ name: string, bibtex: string }[]} */
export const citations = [
  {
    name: 'Paper 1, too few heads',
    bibtex: `@article{yu2025headcount,
  title = {The Effect of Attention Head Count on Transformer Approximation},
  author = {Yu, Penghao and Jiang, Haotian and Bao, Zeyu and Yu, Ruoxi and Li, Qianxiao},
  journal = {arXiv preprint arXiv:2510.06662},
  year = {2025},
  url = {https://arxiv.org/abs/2510.06662}
}`,
  },
  {
    name: 'Paper 2, too many heads',
    bibtex: `@inproceedings{amsel2025quality,
  title = {Quality over Quantity in Attention Layers: When Adding More Heads Hurts},
  author = {Amsel, Noah and Yehudai, Gilad and Bruna, Joan},
  booktitle = {International Conference on Learning Representations (ICLR)},
  year = {2025},
  note = {arXiv:2407.16153},
  url = {https://arxiv.org/abs/2407.16153}
}`,
  },
  {
    name: 'Headcount',
    bibtex: `@software{headcount,
  title = {Headcount: how many attention heads does a task need?},
  author = {{The Headcount developers}},
  version = {0.1.0},
  year = {2026},
  note = {Small Transformers, trained live in a browser tab}
}`,
  },
];
